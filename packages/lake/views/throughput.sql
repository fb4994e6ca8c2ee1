-- Issues started, finished and in progress, by day: add started and finished up by d.week or d.month; wip is that of the end of the day.
with flow as (
  select distinct source, workflow from workflow_column
), moves as (
  select source, workflow, started_day as moved, 1 as started, 0 as finished, 0 as wip from clock where level = 0 and started_day is not null
  union all
  select source, workflow, finished_day, 0, 1, 0 from clock where level = 0 and finished_day is not null
  union all
  select source, workflow, since_day, 0, 0, 1 from clock where level = 0 and since_day is not null
  union all
  select source, workflow, until_day, 0, 0, -1 from clock where level = 0 and since_day is not null and until_day is not null
), daily as (
  select d.source as source, f.workflow as workflow, d.day as day, d.week as week, d.month as month,
    sum(coalesce(m.started, 0)) as started, sum(coalesce(m.finished, 0)) as finished, sum(coalesce(m.wip, 0)) as step
  from day d
  join flow f on f.source = d.source
  left join moves m on m.source = d.source and m.workflow = f.workflow and m.moved = d.day
  group by d.source, f.workflow, d.day, d.week, d.month
)
select source, workflow, day, week, month, started, finished,
  sum(step) over (partition by source, workflow order by day) as wip
from daily
