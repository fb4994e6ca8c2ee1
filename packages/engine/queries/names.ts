import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { ParentRef } from '@tallyboard/core/model/issue.ts';
import type { User } from '@tallyboard/core/model/user.ts';
import type { Names } from '../calls.ts';

/** Short and common words also occur in the report's own text: they are replaced only where they are the whole text. */
const WORDS = {
  Person: false,
  Sprint: false,
  Board: false,
  Epic: false,
  Account: true,
  Summary: true,
  Description: true,
  Version: true,
  Component: true,
  Label: true,
  Team: true,
  Value: true,
};

/** Every name and key that a report on these issues may show, each once, so that a snapshot can hide them. */
export function namesOf({ issues, sprints, boards }: Dataset): Names {
  const words = Object.keys(WORDS) as (keyof typeof WORDS)[];
  const names = new Map(words.map(word => [word, new Set<string>()]));
  const projects = new Map<string, string>();
  const add = (word: keyof typeof WORDS, name: string | null) => {
    if (name) names.get(word)?.add(name);
  };
  const addPerson = (user: User | null) => {
    if (!user || names.get('Account')?.has(user.id)) return;
    add('Person', user.name);
    // People of the same name are shown with the end of their ids.
    add('Account', user.id);
    add('Account', `…${user.id.slice(-6)}`);
  };
  const addParent = (ref: ParentRef | null) => {
    if (!ref) return;
    add('Epic', ref.summary);
    const project = ref.key.replace(/-\d+$/, '');
    if (!projects.has(project)) projects.set(project, '');
  };
  for (const { name } of sprints.values()) add('Sprint', name);
  for (const { name } of boards.values()) add('Board', name);
  for (const issue of issues) {
    projects.set(issue.project.key, issue.project.name);
    for (const user of [issue.assignee, issue.reporter, issue.creator]) addPerson(user);
    add('Summary', issue.summary);
    add('Epic', issue.epicName);
    addParent(issue.epic);
    addParent(issue.parent);
    for (const { name } of issue.fixVersions) add('Version', name);
    for (const { name } of issue.components) add('Component', name);
    for (const { name } of issue.sprints) add('Sprint', name);
    for (const label of issue.labels) add('Label', label);
    add('Team', issue.team?.name ?? null);
    for (const value of [...issue.custom.values()].flat())
      if (typeof value === 'string') add('Value', value);
    for (const { author, comment } of issue.worklogs) {
      addPerson(author);
      for (const line of [comment, ...comment.split('\n')])
        if (line.trim()) add('Description', line);
    }
    for (const change of issue.changes) addPerson(change.author);
  }
  return {
    projects: [...projects].map(([key, name]) => ({ key, name })),
    groups: words.map(word => ({
      word,
      names: [...(names.get(word) ?? [])],
      whole: WORDS[word],
    })),
  };
}
