-- SLA cycles by SLA and day of their stop; those that are ongoing have no day. Of stopped cycles all count, also earlier ones of an issue.
select c.source as source, c.sla_name as sla, c.stopped_day as day,
  sum(case when c.ongoing then 0 else 1 end) as stopped,
  sum(case when not c.ongoing and not c.breached then 1 else 0 end) as met,
  sum(case when not c.ongoing and c.breached then 1 else 0 end) as breached,
  sum(case when not c.ongoing and c.breached is null then 1 else 0 end) as unknown,
  sum(case when c.ongoing and not coalesce(c.paused, false) then 1 else 0 end) as running,
  sum(case when c.ongoing and (coalesce(c.breached, false) or (not coalesce(c.paused, false) and c.breach_at <= m.as_of)) then 1 else 0 end) as breached_now,
  sum(case when c.ongoing and coalesce(c.paused, false) then 1 else 0 end) as paused
from sla_cycle c
join meta m on m.source = c.source
where c.ongoing or c.stopped_day is not null
group by c.source, c.sla_name, c.stopped_day
