-- Owners of repositories whose workflows use comfy-nodes of a node. Counted with the other sort keys, because counting takes one pass
-- over all workflows.
alter table node_orders add column used_by integer not null default 0;
