import type { StoreContext } from './context.ts';
import { StaleError } from './read-replicas.ts';

type Method = (...args: readonly unknown[]) => Promise<unknown>;

/** A store whose named methods, which only read, are answered by replicas if the engine has some. */
export function onReplicas<Store extends object>(
  context: StoreContext,
  open: (context: StoreContext) => Store,
  reads: readonly (keyof Store & string)[],
): Store {
  const store = open(context);
  const { replicas } = context.engine;
  if (!replicas) return store;
  const methodOf = (of: Store, name: keyof Store) => of[name] as Method;
  const routed = reads.map(name => {
    const method: Method = (...args) =>
      replicas.read({
        onReplica: (db, entitiesVersion) =>
          withEntities(context, entitiesVersion, () =>
            methodOf(open({ ...context, db, refresh: async () => {} }), name)(...args),
          ),
        onPrimary: () => methodOf(store, name)(...args),
      });
    return [name, method] as const;
  });
  return { ...store, ...Object.fromEntries(routed) };
}

/** Runs work while the catalogue, which all calls share, has this version: else it would be newer than the replica's snapshot. */
async function withEntities<Result>(
  { catalogue, refresh }: StoreContext,
  version: number,
  work: () => Promise<Result>,
): Promise<Result> {
  const check = () => {
    if (catalogue.version !== version) throw new StaleError();
  };
  if (catalogue.version !== version) await refresh();
  check();
  const result = await work();
  check();
  return result;
}
