/** Clauses of JQL with the issues that they mean by the rules. */
import type { randomFrom } from '@tallyboard/replica/store/testing/secret-site.ts';
import type { Here } from './here.ts';
import type { Rules } from './rules.ts';
import type { Issue } from './site.ts';

interface Clause {
  readonly jql: string;
  /** A clause of something that the reader may not see, and the same with something that does not exist. */
  readonly hidden: { readonly name: string; readonly nobodys: string; readonly jql: string } | null;
  readonly expected: readonly Issue[];
}

export function clausesOf(
  { site, projects }: Pick<Here, 'site' | 'projects'>,
  rules: Rules,
  { pick }: ReturnType<typeof randomFrom>,
): Clause[] {
  const [issue, project, sprint, filter] = [
    pick(site.issues),
    pick(site.projects),
    pick(site.sprints),
    pick(site.filters),
  ];
  const { id: person } = pick(site.people);
  const [note] = issue.comments;
  const seesProject = projects.has(project.id) && rules.project(project);
  const seesIssue = rules.issues.includes(issue);
  const inProject = (one: Issue) => one.project === project;
  const of = (
    sees: boolean,
    jql: (name: string) => string,
    name: string,
    nobodys: string,
    is: (one: Issue) => boolean,
  ): Clause => ({
    jql: jql(name),
    hidden: sees ? null : { name, nobodys, jql: jql(nobodys) },
    expected: rules.issues.filter(is),
  });
  const plain = (jql: string, is: (one: Issue) => boolean): Clause => {
    return { jql, hidden: null, expected: rules.issues.filter(is) };
  };
  const ofIssue = (jql: (key: string) => string, is: (one: Issue) => boolean) =>
    of(seesIssue, jql, issue.key, 'PAAAA-99999', is);
  return [
    of(seesProject, key => `project = ${key}`, project.key, 'PZZZZ', inProject),
    ofIssue(
      key => `key = ${key}`,
      one => one === issue,
    ),
    ofIssue(
      key => `parent = ${key}`,
      one => one.parent === issue.id,
    ),
    ofIssue(
      key => `issue in linkedIssues(${key})`,
      one => one.links.includes(issue.id) || issue.links.includes(one.id),
    ),
    of(
      rules.sprint(sprint.id),
      name => `sprint = ${name}`,
      sprint.name,
      'CsprintN99Z',
      one => one.sprints.includes(sprint.id),
    ),
    of(
      rules.filter(filter.id),
      name => `filter = ${name}`,
      filter.name,
      'CfilterN99Z',
      () => true,
    ),
    of(
      seesProject,
      name => `fixVersion = "${name} version"`,
      project.name,
      'CprojectN99Z',
      inProject,
    ),
    of(
      seesProject,
      name => `component = "${name} component"`,
      project.name,
      'CprojectN99Z',
      inProject,
    ),
    plain(`labels = ${issue.label}`, one => one === issue),
    plain(`text ~ ${issue.summary}`, one => one === issue),
    plain(`reporter = ${person}`, one => one.reporter === person),
    plain('assignee = currentUser()', one => one.assignee === rules.reader),
    plain('level is EMPTY', one => one.level === null),
    plain('sprint is EMPTY', one => one.sprints.length === 0),
    plain(`worklogAuthor = ${person}`, one =>
      one.worklogs.some(entry => entry.author === person && rules.entry(entry, one)),
    ),
    plain(
      `comment ~ ${note?.text ?? 'CcommentN999Z'}`,
      one => one === issue && note !== undefined && rules.entry(note, one),
    ),
  ];
}
