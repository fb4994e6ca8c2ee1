import { figureFile, packView } from '@tallyboard/engine/ask/figure-view.ts';
import type { Engine } from '@tallyboard/engine/calls.ts';
import type { ReportSnapshot } from '../frame/report-run.ts';

/** The page of figures stands beside the folder of this script; not built with it. */
const PAGE = '../figure.html';

/** A report as one HTML file. `jira`: where its links to issues lead; null for none. */
export async function reportFile(
  engine: Engine,
  shown: ReportSnapshot,
  title: string,
  jira: string | null,
): Promise<string> {
  const reply = await fetch(new URL(PAGE, import.meta.url));
  if (!reply.ok) throw new Error(`The page of figures could not be loaded (${reply.status}).`);
  const dataset = shown.loaded.id;
  const answer = {
    ...shown,
    issues: [],
    rows: (rows: Uint32Array) => engine.rows({ dataset, rows }),
  };
  const view = await packView(answer, 'file');
  return figureFile(await reply.text(), { view, jira, page: null, title });
}
