-- Issues by the values of a field; one with several values counts in each, once.
with valued as (
  select i.source as source, i.issue_id as issue_id, 'assignee' as field, i.assignee_id as value_id, p.name as value
  from issue i left join person p on p.source = i.source and p.person_id = i.assignee_id
  union all
  select i.source, i.issue_id, 'type', null, t.name from issue i join issue_type t on t.source = i.source and t.type_id = i.type_id
  union all
  select source, issue_id, 'priority', null, priority from issue
  union all
  select source, issue_id, 'status', null, status from issue
  union all
  select source, issue_id, 'resolution', null, resolution from issue
  union all
  select i.source, i.issue_id, 'project', i.project_id, p.name from issue i join project p on p.source = i.source and p.project_id = i.project_id
  union all
  select distinct i.source, i.issue_id, f.field, null, v.value
  from issue i
  cross join (select 'label' as field union all select 'component' union all select 'version') f
  left join issue_value v on v.source = i.source and v.issue_id = i.issue_id and v.field = f.field
)
select v.source as source, v.field as field, v.value_id as value_id, v.value as value,
  count(*) as issues,
  sum(case when i.done then 1 else 0 end) as resolved,
  sum(case when not i.done and i.due_day < m.as_of_day then 1 else 0 end) as overdue,
  sum(case when i.category = 'to-do' then 1 else 0 end) as to_do,
  sum(case when i.category = 'in-progress' then 1 else 0 end) as in_progress,
  sum(case when i.category = 'done' then 1 else 0 end) as done_issues,
  sum(coalesce(i.points, 0)) as points,
  sum(case when i.done then coalesce(i.points, 0) else 0 end) as resolved_points,
  sum(coalesce(i.spent_seconds, 0)) as spent_seconds,
  sum(coalesce(i.remaining_seconds, 0)) as remaining_seconds
from valued v
join issue i on i.source = v.source and i.issue_id = v.issue_id
join meta m on m.source = v.source
group by v.source, v.field, v.value_id, v.value
