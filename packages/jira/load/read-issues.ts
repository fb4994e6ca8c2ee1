import { BULK_SIZE, fetchIssuesById } from '../endpoints/search.ts';
import { RECEIVED } from '../wire/received.ts';
import { readAllHistories } from './details.ts';
import { inBatches, type LoadSession, type ReadPlan, readPart } from './session.ts';

/** Reads issues by id, with their histories where the plan wants them. `names` are the keys, which Data Center needs. */
export async function readIssues(
  session: LoadSession,
  plan: ReadPlan,
  ids: readonly string[],
  names: ReadonlyMap<string, string>,
): Promise<void> {
  const isCloud = session.client.flavour === 'cloud';
  const nameOf = (id: string) => (isCloud ? id : (names.get(id) ?? id));
  await Promise.all([
    inBatches(ids, BULK_SIZE, batch => readBatch(session, plan, batch, nameOf)),
    isCloud && readAllHistories(session, plan, ids),
  ]);
}

/** Reads up to 100 issues by id; `nameOf` gives the name by which the host knows one. */
export async function readBatch(
  session: LoadSession,
  plan: ReadPlan,
  batch: readonly string[],
  nameOf: (id: string) => string = id => id,
): Promise<void> {
  const { client, coverage, progress, signal } = session;
  const { collector, fields, expand } = plan;
  const shape = { fields, expand, properties: [RECEIVED] };
  let came = 0;
  const read = async () => {
    const { issues, errors } = await fetchIssuesById(client, batch.map(nameOf), shape, signal);
    came = collector.add(issues).length;
    const gone = batch.filter(id => !collector.has(id)).length;
    const failed = Math.min(errors.length, gone);
    if (failed > 0) coverage.missing('issues', failed, `Jira could not read them (${errors[0]}).`);
    if (gone > failed) {
      coverage.missing('issues', gone - failed, 'Jira found them but did not hand them out.');
    }
  };
  await readPart(session, read, why => coverage.missing('issues', batch.length, why));
  coverage.fetched('issues', came, batch.length);
  progress.done('issues', batch.length);
}
