-- Which admin decided is for admins: also of those whom the configuration names, and after the role is gone. Null where it
-- was not asked when the act was recorded; the user's role of today counts then.
alter table audit_events add column by_admin boolean;
