-- Stored addresses that name one repository to the registry and another one to a browser or to git count as none. The registry
-- refuses such addresses now.
create function pg_temp.is_ambiguous(address text) returns boolean language sql as $$
  select address ~ '[^!-~]|\\' or address ~ '^[a-z+]+:/*[^/?#]*@' and address !~ '^(git\+)?ssh:/*git@[^@/?#]+/'
    or split_part(split_part(address, '?', 1), '#', 1) ~* '/(\.|%2e){1,2}(/|$)|%([01][0-9a-f]|2[ef5]|5c|7f)'
$$;

update nodes set repository_url = '', repository_key = null, repository_folder = '', repository_proof = null,
  github_repository_id = null, github_stars = 0, github_stars_at = null
where pg_temp.is_ambiguous(repository_url);

update node_versions set announced_node = announced_node - 'repository_url'
where pg_temp.is_ambiguous(announced_node ->> 'repository_url');

-- Keys left out the port.
update nodes set repository_key = regexp_replace(repository_key, '^[^/]+', '\&' || substring(repository_url from '^[^:]+:/+[^/:]+(:[0-9]+)/'))
where repository_url ~* '^https?:/+[^/@?#:]+:[0-9]+/' and repository_url !~* '^(https:/+[^/]+:443|http:/+[^/]+:80)/'
  and repository_key is not null and repository_key !~ '^[^/]+:';

-- The commit was compared in the repository of the key, and shown as one of the address.
delete from version_commit_matches
where lower(regexp_replace(repository_url, '^https?://(www\.)?|:[0-9]+|\.git$', '', 'g')) <> repository_key;
