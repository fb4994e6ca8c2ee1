import { fieldTypeOf } from '@tallyboard/replica/data/issues/field-type.ts';
import { slaText } from '@tallyboard/replica/data/issues/sla-text.ts';
import { batchesOf, type Mirror } from './context.ts';
import { findRunning } from './query.ts';

/** Stored issues that are compared at once. */
const COMPARED_AT_ONCE = 500;

/**
 * Ids of mirrored issues whose running SLAs are other ones than those stored. An SLA is breached without a change of the
 * issue's `updated`. The time used grows with the clock: it is that of the last reading.
 */
export async function findChangedSlas(mirror: Mirror): Promise<readonly string[]> {
  const { catalogue, issues } = mirror.store;
  const slas = (await catalogue.all('field'))
    .filter(({ document }) => fieldTypeOf(document) === 'sla')
    .map(({ id }) => id);
  if (slas.length === 0) return [];
  const running = await findRunning(mirror, slas);
  if (running === null) return [];
  const changed: string[] = [];
  for (const ids of batchesOf([...running.keys()], COMPARED_AT_ONCE)) {
    for (const document of await issues.documents(ids)) {
      const read = running.get(String(document.id));
      if (read && slas.some(id => slaText(read[id]) !== slaText(document.fields[id])))
        changed.push(String(document.id));
    }
  }
  return changed;
}
