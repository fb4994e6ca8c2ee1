-- Issues in progress with their column and age in days, the day of the start included.
select c.source as source, c.workflow as workflow, i.issue_id as issue_id, i.issue_key as issue_key, w.name as column_name,
  c.started_day as started_day, n.day_number - a.day_number + 1 as age_days
from clock c
join issue i on i.source = c.source and i.issue_id = c.issue_id
join meta m on m.source = c.source
join day n on n.source = c.source and n.day = m.as_of_day
join clock_step s on s.source = c.source and s.workflow = c.workflow and s.issue_id = c.issue_id and s.left_at is null
left join workflow_column w on w.source = c.source and w.workflow = c.workflow and w.position = s.column_position
left join day a on a.source = c.source and a.day = c.started_day
where c.level = 0 and c.since_at is not null and c.until_at is null
