import type { Requirement } from '@tallyboard/core/model/requirement.ts';
import { CoverageCounter } from '../load/coverage.ts';
import { readAllHistories } from '../load/details.ts';
import { createProgressMeter } from '../load/progress.ts';
import { type LoadSession, type ReadPlan, separateHistories } from '../load/session.ts';
import { nameChanges } from '../normalize/changes.ts';

interface JoinedHistory {
  readonly kinds: Requirement['history'];
  readonly fields: readonly string[];
  readonly plan: ReadPlan;
  readonly reading: Promise<void>;
}

/** Cloud: reads the histories that a joined request needs while the issues of a load without histories are read. */
export function createConcurrentHistoryLoad(session: LoadSession, plan: ReadPlan) {
  // Failed histories must not make the load itself incomplete: the requester falls back to its own load.
  const own: LoadSession = {
    ...session,
    coverage: new CoverageCounter(),
    failures: [],
    progress: createProgressMeter(undefined),
  };
  const ids = Promise.withResolvers<readonly string[]>();
  let joined: JoinedHistory | null = null;
  let isDone = false;

  return {
    /** The ids of the load, once all are known. */
    setIds: ids.resolve,

    /** False if a different set is already loading or the load has finished. */
    add(requirement: Requirement): boolean {
      const { collector, metadata } = plan;
      const kinds = requirement.history;
      const fields = separateHistories(requirement, metadata, session.client.flavour);
      if (fields === null) return false;
      if (joined) {
        const { kinds: joinedKinds, fields: joinedFields } = joined;
        const hasKinds = kinds.every(kind => joinedKinds.includes(kind));
        return hasKinds && fields.every(field => joinedFields.includes(field));
      }
      if (isDone) return false;
      collector.renameChanges(nameChanges(requirement, metadata.fields, metadata.special));
      const wide = { ...plan, historyFields: fields, wantsHistories: true };
      const reading = ids.promise.then(all => readAllHistories(own, wide, all));
      // `finish` awaits it: until then a failure is not unhandled.
      reading.catch(() => {});
      joined = { kinds, fields, plan: wide, reading };
      return true;
    },

    /** Waits for the histories, and returns the plan under which all was read. */
    async finish(): Promise<ReadPlan> {
      isDone = true;
      await joined?.reading;
      return joined?.plan ?? plan;
    },

    /** Counts the histories in the coverage of the load; empty when some of them are missing. */
    merge(coverage: CoverageCounter): { readonly joined?: Requirement['history'] } {
      const { histories, complete } = own.coverage.result();
      if (!joined || !complete || own.failures.length > 0) return {};
      coverage.fetched('histories', histories.fetched, histories.fetched);
      return { joined: joined.kinds };
    },
  };
}
