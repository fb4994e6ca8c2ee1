-- Sprints that have started: committed + added + re_estimated - removed = scope.
select s.source as source, s.sprint_id as sprint_id, max(p.name) as sprint, max(p.board_id) as board_id, max(p.state) as state,
  max(p.completed_at) as completed_at, s.unit as unit,
  sum(s.committed) as committed, sum(s.added) as added, sum(s.removed) as removed, sum(s.re_estimated) as re_estimated,
  sum(s.final) as scope, sum(s.completed) as completed,
  sum(case when s.was_committed and s.is_completed then 1 else 0 end) as committed_issues_completed
from sprint_scope s
join sprint p on p.source = s.source and p.sprint_id = s.sprint_id
group by s.source, s.sprint_id, s.unit
