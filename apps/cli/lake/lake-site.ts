import type { Board } from '@tallyboard/core/model/board.ts';
import type { SprintId } from '@tallyboard/core/model/ids.ts';
import { NO_REQUIREMENT } from '@tallyboard/core/model/requirement.ts';
import type { Sprint } from '@tallyboard/core/model/sprint.ts';
import type { Instant, ZoneId } from '@tallyboard/core/time/units.ts';
import { json } from '@tallyboard/dataset/json/json-source.ts';
import { whyFailed } from '@tallyboard/dataset/load/coverage.ts';
import { loadMetadata, type Metadata } from '@tallyboard/dataset/load/metadata.ts';
import { first, type SourceSite } from '@tallyboard/dataset/source.ts';
import { requireAll } from '@tallyboard/dataset/stream/select-columns.ts';
import { readSiteState } from '@tallyboard/engine/ask/answer-report.ts';
import type { JiraClient } from '@tallyboard/jira/client.ts';
import { fetchBoardSprints, fetchBoards } from '@tallyboard/jira/endpoints/board.ts';
import { fetchProjects } from '@tallyboard/jira/endpoints/project.ts';
import { statusOf } from '@tallyboard/jira/errors.ts';
import type { LakeSite } from '@tallyboard/lake/write/write-lake.ts';
import { VERSION } from '@tallyboard/service-kit/version.ts';
import type { JiraSources } from '../jira-source.ts';

/** All projects, boards and settings of a Jira, as the reader sees them now. */
export async function lakeSite(
  sources: JiraSources,
  source: string,
  { now, zone }: { readonly now: Instant; readonly zone: ZoneId | undefined },
): Promise<LakeSite & { readonly metadata: Metadata }> {
  // Before the issues: what is written since makes another export write them again.
  const revisions = (await sources.store?.segments.revisions()) ?? null;
  const opened = await sources.at();
  const { client, columns } = opened;
  const [{ context, reasons }, metadata, projects, boards] = await Promise.all([
    readSiteState(opened, now, zone),
    loadMetadata(client),
    fetchProjects(client),
    fetchBoards(client),
  ]);
  const { sprints, failures } = await readSprints(client, boards);
  const site: SourceSite = { client, metadata: async () => metadata, now: () => now };
  const issues = columns ? first(columns(site), json(site)) : json(site);
  const requirement = { ...NO_REQUIREMENT, ...requireAll(metadata) };
  return {
    source,
    metadata,
    version: VERSION,
    context,
    reasons: [...reasons, ...failures],
    boards,
    sprints,
    parts: projects.flatMap(({ id, key }) => {
      const revision = revisions?.get(id) ?? null;
      // A stored project without a revision has no issues.
      if (revisions !== null && revision === null) return [];
      const open = () => issues.open(`project = "${key}" ORDER BY created, key`, requirement);
      return [{ id, name: key, revision: revision === null ? null : String(revision), open }];
    }),
  };
}

/** The host of the Jira, also behind a mirror. */
export async function sourceName(sources: JiraSources, url: string | undefined): Promise<string> {
  const address = url ?? (await sources.at()).age?.site;
  return address === undefined ? 'tallyboard' : (URL.parse(address)?.host ?? address);
}

async function readSprints(client: JiraClient, boards: readonly Board[]) {
  const sprints = new Map<SprintId, Sprint>();
  const failures: string[] = [];
  const read = async ({ id, name, type }: Board) => {
    if (type === 'kanban') return;
    try {
      for (const sprint of await fetchBoardSprints(client, id)) sprints.set(sprint.id, sprint);
    } catch (error) {
      // A board of a team-managed project without sprints.
      if (statusOf(error) === 400) return;
      failures.push(`The sprints of the board ${name} could not be read: ${whyFailed(error)}`);
    }
  };
  await Promise.all(boards.map(read));
  return { sprints, failures };
}
