-- What admins look for by a piece of a text: nodes, publishers, users. The queries name the same expressions.

create index nodes_by_text on nodes using gin ((normalized_id || ' ' || lower(name)) gin_trgm_ops);
create index nodes_by_status on nodes (status, id);
create index publishers_by_text on publishers using gin ((id || ' ' || lower(name)) gin_trgm_ops);
create index users_by_text on users using gin ((lower(id || ' ' || email || ' ' || name)) gin_trgm_ops);
create index users_by_age on users (created_at desc, id);
create index users_admins on users (id) where is_admin;

create index personal_access_tokens_by_creator on personal_access_tokens (created_by, created_at desc);
