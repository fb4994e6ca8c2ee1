-- Issues created and resolved, by day: add them up by week or month.
with moves as (
  select source, created_day as moved, 1 as created, 0 as resolved from issue
  union all
  select source, done_day, 0, 1 from issue where done_day is not null
)
select d.source as source, d.day as day, d.week as week, d.month as month,
  sum(coalesce(m.created, 0)) as created_issues, sum(coalesce(m.resolved, 0)) as resolved_issues
from day d
left join moves m on m.source = d.source and m.moved = d.day
group by d.source, d.day, d.week, d.month
