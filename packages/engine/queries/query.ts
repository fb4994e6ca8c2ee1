import type { Dataset } from '@tallyboard/core/model/dataset.ts';
import type { Instant } from '@tallyboard/core/time/units.ts';
import type { Args, DatasetId, Method, Value } from '../calls.ts';
import type { OwnDatasets } from '../datasets.ts';
import type { EngineSession } from '../session/start-session.ts';

export interface QuerySession extends EngineSession {
  readonly now: () => Instant;
  readonly get: (id: DatasetId) => Dataset;
  readonly datasets: OwnDatasets;
}

export type Query<M extends Method> = (
  session: QuerySession,
  args: Args<M>,
  signal: AbortSignal | undefined,
) => Promise<Value<M>>;
