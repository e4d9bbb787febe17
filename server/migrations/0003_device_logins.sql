-- The network address of the program, which the person who approves it can see, and the network that it counts for.
alter table device_logins add column started_from text not null default '', add column network text not null default '';
create index device_logins_by_network on device_logins (network);
