-- Sprints that have started: committed + added + re_estimated - removed = scope.
with units as (
  select 'issues' as unit union all select 'points' union all select 'seconds'
)
select p.source as source, p.sprint_id as sprint_id, p.name as sprint, p.board_id as board_id, p.state as state,
  p.completed_at as completed_at, u.unit as unit,
  coalesce(sum(s.committed), 0) as committed, coalesce(sum(s.added), 0) as added, coalesce(sum(s.removed), 0) as removed,
  coalesce(sum(s.re_estimated), 0) as re_estimated,
  coalesce(sum(s.final), 0) as scope, coalesce(sum(s.completed), 0) as completed,
  sum(case when s.was_committed and s.is_completed then 1 else 0 end) as committed_issues_completed
from sprint p
join meta m on m.source = p.source
cross join units u
left join sprint_scope s on s.source = p.source and s.sprint_id = p.sprint_id and s.unit = u.unit
where p.state in ('active', 'closed') and p.started_at <= m.as_of
  and (p.state = 'active' or coalesce(p.completed_at, p.ends_at) is not null)
group by p.source, p.sprint_id, p.name, p.board_id, p.state, p.completed_at, u.unit
