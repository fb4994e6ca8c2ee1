import { loadEpics } from '@tallyboard/dataset/json/epic-choices.ts';
import type { Metadata } from '@tallyboard/dataset/load/metadata.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchBoards } from '@tallyboard/jira/endpoints/board.ts';
import { fetchFilters } from '@tallyboard/jira/endpoints/filter.ts';
import { fetchProjects, fetchVersions } from '@tallyboard/jira/endpoints/project.ts';
import { type Choice, UNRELEASED_VERSIONS } from '@tallyboard/jira/jql/presets.ts';
import type { ChoiceOption, ChoicesArgs } from '../calls.ts';

type Load = (
  client: JiraClient,
  args: ChoicesArgs & { readonly metadata: Metadata },
  signal: AbortSignal | undefined,
) => Promise<readonly ChoiceOption[]>;

const LOADS: Readonly<Record<Choice, Load>> = {
  async board(client, { project }, signal) {
    const boards = await fetchBoards(client, project, signal);
    return boards.map(({ id, name, projectKey, type }) => ({
      ...option(String(id), name, projectKey),
      ...(type === 'kanban' && { kanban: true }),
    }));
  },
  async project(client, _, signal) {
    return (await fetchProjects(client, signal)).map(({ key, name }) => option(key, name, key));
  },
  async epic(client, { project, metadata }, signal) {
    const { epics } = await loadEpics(client, metadata, project, signal);
    return epics.map(({ key, name }) => option(key, `(${key}) ${name}`));
  },
  async filter(client, _, signal) {
    return (await fetchFilters(client, signal)).map(({ id, name }) => option(id, name));
  },
  async version(client, { project }, signal) {
    const versions = project === null ? [] : await fetchVersions(client, project, signal);
    return [
      option(UNRELEASED_VERSIONS, UNRELEASED_VERSIONS),
      ...versions.map(({ name, released }) => option(name, name, released ? 'released' : null)),
    ];
  },
};

/** The options of a preset's select. Versions are those of a project; boards and epics may be limited to one. */
export async function fetchChoices(
  client: JiraClient,
  metadata: Metadata,
  args: ChoicesArgs,
  signal?: AbortSignal,
): Promise<readonly ChoiceOption[]> {
  return disambiguate(await LOADS[args.kind](client, { ...args, metadata }, signal));
}

/** Adds the ids to boards or filters of the same name. */
function disambiguate(options: readonly ChoiceOption[]): readonly ChoiceOption[] {
  const groups = Map.groupBy(options, ({ label, detail = '' }) => `${label}\n${detail}`);
  return options.map(each => {
    const { value, label, detail } = each;
    const same = groups.get(`${label}\n${detail ?? ''}`) ?? [];
    if (same.length < 2 || value === label) return each;
    return { ...each, detail: detail === undefined ? value : `${detail} · ${value}` };
  });
}

function option(value: string, label: string, detail: string | null = null): ChoiceOption {
  return { value, label, ...(detail !== null && { detail }) };
}
