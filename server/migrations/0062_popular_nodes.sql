-- Names of new nodes are compared with those of the best known ones.
create index node_orders_by_fame on node_orders ((downloads / 10 + github_stars) desc, node_id);
