-- Issues by day and column: those in it at the end of the day, and those that had reached it or a column right of it.
with present_moves as (
  select source, workflow, column_position, entered_day as moved, 1 as step from clock_step where level = 0
  union all
  select source, workflow, column_position, left_day, -1 from clock_step where level = 0 and left_day is not null
), reached_moves as (
  select w.source as source, w.workflow as workflow, w.position as column_position, s.entered_day as moved
  from clock_step s
  join workflow_column w on w.source = s.source and w.workflow = s.workflow
  where s.level = 0 and w.position > s.highest_before and w.position <= s.column_position
), moves as (
  select source, workflow, column_position, moved, step as present_step, 0 as reached_step from present_moves
  union all
  select source, workflow, column_position, moved, 0, 1 from reached_moves
), daily as (
  select d.source as source, w.workflow as workflow, w.position as column_position, w.name as column_name, d.day as day,
    sum(coalesce(m.present_step, 0)) as present_step, sum(coalesce(m.reached_step, 0)) as reached_step
  from day d
  join workflow_column w on w.source = d.source
  left join moves m on m.source = d.source and m.workflow = w.workflow and m.column_position = w.position and m.moved = d.day
  group by d.source, w.workflow, w.position, w.name, d.day
)
select source, workflow, column_position, column_name, day,
  sum(present_step) over (partition by source, workflow, column_position order by day) as present,
  sum(reached_step) over (partition by source, workflow, column_position order by day) as reached
from daily
