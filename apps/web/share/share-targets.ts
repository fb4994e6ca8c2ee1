import type { Host } from '@tallyboard/hosts/host.ts';
import { createJiraClient } from '@tallyboard/jira/client.ts';
import { searchProjects } from '@tallyboard/jira/endpoints/project.ts';
import { readOne } from '@tallyboard/jira/read.ts';
import * as v from 'valibot';
import type { Share } from '../dashboards/dashboard.ts';

const targets = v.object({
  people: v.array(v.object({ account: v.string(), name: v.string() })),
  groups: v.array(v.string()),
});

/** Whom the host can share with, as shares that allow viewing: people and groups of our server, or projects of Jira. */
export async function findShareTargets(
  { info: { flavour, addonKey }, request, savedReports }: Host,
  query: string,
  signal: AbortSignal,
): Promise<readonly Share[]> {
  const client = createJiraClient({ flavour, addonKey, request });
  const everyone = 'everyone'.startsWith(query.toLowerCase()) ? [share('everyone', '', null)] : [];
  if (savedReports === 'app') {
    const projects = await searchProjects(client, query, signal);
    return [
      ...everyone,
      ...projects.map(({ id, key, name }) => share('project', id, `${name} (${key})`)),
    ];
  }
  const options = { query: { query }, signal };
  const { people, groups } = await readOne(client, targets, '/replica/share-targets', options);
  return [
    ...everyone,
    ...groups.map(name => share('group', name, name)),
    ...people.map(({ account, name }) => share('account', account, name)),
  ];
}

const share = (kind: Share['kind'], name: string, label: string | null): Share => ({
  kind,
  name,
  label,
  edit: false,
});
