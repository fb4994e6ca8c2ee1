/** The platform's storage as far as the app uses it, with the addresses and replies of its REST API. */

/** JSON by keys; entities are named in front of theirs. */
export type Kept = Map<string, unknown>;

interface Asked {
  readonly key: string;
  readonly value?: unknown;
  readonly entityName?: string;
  readonly options?: { readonly keyPolicy?: string };
  readonly limit?: number;
  readonly cursor?: string;
  /** A cursor too, of queries by key. */
  readonly after?: string;
  readonly where?: readonly Condition[];
}

interface Condition {
  readonly property: string;
  readonly values: readonly unknown[];
}

export function answerStorage(kept: Kept, path: string, asked: Asked): Response {
  const key = keyOf(asked);
  switch (path) {
    case '/api/v1/get':
    case '/api/v1/entity/get':
      if (kept.has(key)) return Response.json({ key: asked.key, value: kept.get(key) });
      return refuse(404, 'KEY_NOT_FOUND');
    case '/api/v1/set':
    case '/api/v1/entity/set':
      if (asked.options?.keyPolicy === 'FAIL_IF_EXISTS' && kept.has(key))
        return refuse(409, 'KEY_EXISTS');
      kept.set(key, asked.value);
      return new Response('', { status: 200 });
    case '/api/v1/delete':
    case '/api/v1/entity/delete':
      kept.delete(key);
      return new Response(null, { status: 204 });
    case '/api/v1/entity/query':
      return query(kept, asked);
    case '/api/v1/query':
      return byPrefix(kept, asked);
    case '/api/v1/transaction':
      return transact(kept, asked);
    default:
      return refuse(400, path);
  }
}

const keyOf = ({ entityName, key }: Asked) =>
  entityName === undefined ? key : `${entityName}:${key}`;

function query(kept: Kept, { entityName, limit = 10, cursor = '0' }: Asked): Response {
  const prefix = `${entityName}:`;
  const all = [...kept].filter(([key]) => key.startsWith(prefix));
  const end = Number(cursor) + limit;
  return Response.json({
    data: all
      .slice(Number(cursor), end)
      .map(([key, value]) => ({ key: key.slice(prefix.length), value })),
    ...(end < all.length && { cursor: String(end) }),
  });
}

function byPrefix(kept: Kept, { where = [], limit = 10, after = '0' }: Asked): Response {
  const prefix = String(where[0]?.values[0]);
  const all = [...kept].filter(([key]) => key.startsWith(prefix));
  const end = Number(after) + limit;
  return Response.json({
    data: all.slice(Number(after), end).map(([key, value]) => ({ key, value })),
    ...(end < all.length && { cursor: String(end) }),
  });
}

function transact(kept: Kept, body: unknown): Response {
  const sets: (Asked & { conditions?: { and?: readonly Condition[] } })[] =
    Reflect.get(Object(body), 'set') ?? [];
  const holds = sets.every(({ conditions, ...asked }) =>
    (conditions?.and ?? []).every(
      ({ property, values }) => Reflect.get(Object(kept.get(keyOf(asked))), property) === values[0],
    ),
  );
  if (!holds) return refuse(400, 'CONDITION_FAILED');
  for (const asked of sets) kept.set(keyOf(asked), asked.value);
  return new Response(null, { status: 204 });
}

const refuse = (status: number, code: string) =>
  Response.json({ code, message: 'Refused' }, { status });
