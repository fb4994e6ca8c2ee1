-- Time of issues in each status until now, all visits together; only issues that were in it count. Statuses of one name are one.
with per_issue as (
  select s.source as source, s.issue_id as issue_id, s.status as status,
    sum(coalesce(s.elapsed_ms, m.as_of_ms - s.from_ms)) as elapsed,
    sum(coalesce(s.working_ms, m.as_of_working_ms - s.from_working_ms)) as worked
  from status_span s
  join meta m on m.source = s.source
  group by s.source, s.issue_id, s.status
), ranked as (
  select source, status, elapsed, worked,
    row_number() over (partition by source, status order by elapsed) as rank_elapsed,
    row_number() over (partition by source, status order by worked) as rank_worked,
    count(*) over (partition by source, status) as n
  from per_issue
)
select source, status, max(n) as issues,
  sum(elapsed) as total_ms, avg(elapsed) as average_ms,
  avg(case when rank_elapsed * 2 >= n and rank_elapsed * 2 <= n + 2 then elapsed end) as median_ms,
  min(case when rank_elapsed * 100 >= 85 * n then elapsed end) as ms_85,
  sum(worked) as total_working_ms, avg(worked) as average_working_ms,
  avg(case when rank_worked * 2 >= n and rank_worked * 2 <= n + 2 then worked end) as median_working_ms,
  min(case when rank_worked * 100 >= 85 * n then worked end) as working_ms_85
from ranked
group by source, status
