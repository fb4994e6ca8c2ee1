-- Scope, completed and remaining work of sprints at the end of each day, from the day of the start to that of the close, or today.
with spans as (
  select p.source as source, p.sprint_id as sprint_id, p.name as sprint, a.day as first_day,
    coalesce(z.day, m.as_of_day) as last_day
  from sprint p
  join meta m on m.source = p.source
  join day a on a.source = p.source and a.starts_at <= p.started_at and p.started_at < a.ends_at
  left join day z on z.source = p.source and z.starts_at <= p.completed_at and p.completed_at < z.ends_at
  where p.state <> 'future'
), units as (
  select 'issues' as unit union all select 'points' union all select 'seconds'
), daily as (
  select s.source as source, s.sprint_id as sprint_id, s.sprint as sprint, u.unit as unit, d.day as day,
    sum(coalesce(t.scope, 0)) as scope_step, sum(coalesce(t.completed, 0)) as completed_step
  from spans s
  cross join units u
  join day d on d.source = s.source and d.day >= s.first_day and d.day <= s.last_day
  left join sprint_step t on t.source = s.source and t.sprint_id = s.sprint_id and t.unit = u.unit and t.day = d.day
  group by s.source, s.sprint_id, s.sprint, u.unit, d.day
)
select source, sprint_id, sprint, unit, day,
  sum(scope_step) over (partition by source, sprint_id, unit order by day) as scope,
  sum(completed_step) over (partition by source, sprint_id, unit order by day) as completed,
  sum(scope_step - completed_step) over (partition by source, sprint_id, unit order by day) as remaining
from daily
