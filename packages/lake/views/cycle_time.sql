-- Cycle time of issues by the month of their finish, in days with both ends, and in milliseconds. Percentiles are by nearest rank.
with ranked as (
  select c.source as source, c.workflow as workflow, d.month as month, c.cycle_days as days, c.cycle_ms as ms,
    row_number() over (partition by c.source, c.workflow, d.month order by c.cycle_days) as rank_days,
    row_number() over (partition by c.source, c.workflow, d.month order by c.cycle_ms) as rank_ms,
    count(*) over (partition by c.source, c.workflow, d.month) as n
  from clock c
  join day d on d.source = c.source and d.day = c.finished_day
  where c.level = 0 and c.cycle_ms is not null
)
select source, workflow, month, max(n) as finished, avg(days) as mean_days,
  min(case when rank_days * 100 >= 50 * n then days end) as days_50,
  min(case when rank_days * 100 >= 70 * n then days end) as days_70,
  min(case when rank_days * 100 >= 85 * n then days end) as days_85,
  min(case when rank_days * 100 >= 95 * n then days end) as days_95,
  max(days) as days_max,
  avg(ms) as mean_ms,
  min(case when rank_ms * 100 >= 50 * n then ms end) as ms_50,
  min(case when rank_ms * 100 >= 85 * n then ms end) as ms_85
from ranked
group by source, workflow, month
