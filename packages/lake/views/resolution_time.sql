-- Time from creation to done, by the month in which issues were done.
with ranked as (
  select i.source as source, d.month as month, i.lead_ms as lead_ms,
    row_number() over (partition by i.source, d.month order by i.lead_ms) as place,
    count(*) over (partition by i.source, d.month) as n
  from issue i
  join day d on d.source = i.source and d.day = i.done_day
  where i.lead_ms is not null
)
select source, month, max(n) as issues, avg(lead_ms) as mean_ms,
  avg(case when place * 2 >= n and place * 2 <= n + 2 then lead_ms end) as median_ms,
  min(case when place * 100 >= 85 * n then lead_ms end) as ms_85
from ranked
group by source, month
