-- Logged time by author and day.
select w.source as source, w.author_id as author_id, max(p.name) as author, w.day as day,
  sum(w.spent_seconds) as seconds, count(*) as worklogs
from worklog w
left join person p on p.source = w.source and p.person_id = w.author_id
group by w.source, w.author_id, w.day
