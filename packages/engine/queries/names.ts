import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { ParentRef } from '@tallyboard/core/model/issue.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import type { Names } from '../calls.ts';

/** Every name and key that a report on these issues may show, each once, so that a snapshot can hide them. */
export function namesOf({ issues, sprints, boards }: Dataset): Names {
  const people = new Set<string>();
  const projects = new Map<string, string>();
  const sprintNames = new Set([...sprints.values()].map(({ name }) => name));
  const summaries = new Set<string>();
  const epics = new Set<string>();
  const versions = new Set<string>();
  const components = new Set<string>();
  const labels = new Set<string>();
  const teams = new Set<string>();
  const descriptions = new Set<string>();
  const values = new Set<string>();
  const accounts = new Set<string>();
  const person = (user: User | null) => {
    if (!user || accounts.has(user.id)) return;
    people.add(user.name);
    // People of the same name are shown with the end of their ids.
    accounts.add(user.id).add(`…${user.id.slice(-6)}`);
  };
  const parent = (ref: ParentRef | null) => {
    if (!ref) return;
    if (ref.summary) epics.add(ref.summary);
    const project = ref.key.replace(/-\d+$/, '');
    if (!projects.has(project)) projects.set(project, '');
  };
  for (const issue of issues) {
    projects.set(issue.project.key, issue.project.name);
    person(issue.assignee);
    person(issue.reporter);
    person(issue.creator);
    summaries.add(issue.summary);
    if (issue.epicName) epics.add(issue.epicName);
    parent(issue.epic);
    parent(issue.parent);
    for (const { name } of issue.fixVersions) versions.add(name);
    for (const { name } of issue.components) components.add(name);
    for (const { name } of issue.sprints) sprintNames.add(name);
    for (const label of issue.labels) labels.add(label);
    if (issue.team) teams.add(issue.team.name);
    for (const value of issue.custom.values())
      for (const text of [value].flat()) if (typeof text === 'string') values.add(text);
    for (const { author, comment } of issue.worklogs) {
      person(author);
      for (const line of [comment, ...comment.split('\n')]) if (line.trim()) descriptions.add(line);
    }
    for (const change of issue.changes) person(change.author);
  }
  return {
    projects: [...projects].map(([key, name]) => ({ key, name })),
    groups: [
      { word: 'Person', names: [...people], whole: false },
      { word: 'Sprint', names: [...sprintNames], whole: false },
      { word: 'Board', names: [...boards.values()].map(({ name }) => name), whole: false },
      { word: 'Epic', names: [...epics], whole: false },
      { word: 'Account', names: [...accounts], whole: true },
      { word: 'Summary', names: [...summaries], whole: true },
      { word: 'Description', names: [...descriptions], whole: true },
      // Short and common words also occur in the report's own text.
      { word: 'Version', names: [...versions], whole: true },
      { word: 'Component', names: [...components], whole: true },
      { word: 'Label', names: [...labels], whole: true },
      { word: 'Team', names: [...teams], whole: true },
      { word: 'Value', names: [...values], whole: true },
    ],
  };
}
