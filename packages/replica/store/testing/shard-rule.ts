import { type CompiledQuery, PostgresQueryCompiler } from 'kysely';
import type { Engine } from '../../data/engine.ts';
import { tables } from '../../data/schema.ts';

/** A word of SQL, or a list in parentheses. */
type Part = string | Part[];

const MARK = '/* all projects */';
const TOKEN = /\/\* all projects \*\/|'(?:[^']|'')*'|"[^"]*"|\$\d+|[\w.]+(?:\."[^"]*")*|[^\s\w]/g;

/** Words and the lists within them. A quoted name with a prefix is one word, without quotes. */
function partsOf(sql: string): Part[] {
  const names = sql.replace(/"(\w+)"\s*\.\s*"(\w+)"/g, '$1.$2').replace(/"(\w+)"/g, '$1');
  const stack: Part[][] = [[]];
  for (const [token] of names.matchAll(TOKEN)) {
    if (token === '(') stack.push([]);
    else if (token === ')') {
      const list = stack.pop() ?? [];
      stack.at(-1)?.push(list);
    } else stack.at(-1)?.push(token.startsWith("'") ? "''" : token.toLowerCase());
  }
  if (stack.length !== 1) throw new Error(`Parentheses do not match: ${sql}`);
  return stack[0] ?? [];
}

/** Names of sharded tables, by their aliases in one SELECT, UPDATE or DELETE. */
type Scope = ReadonlyMap<string, string>;

const isSharded = (table: string) => tables[table as keyof typeof tables]?.shardBy === 'project_id';

const AFTER_SOURCES = new Set('where group order limit having offset set returning'.split(' '));
const NO_ALIAS = new Set([...AFTER_SOURCES, ...'on join inner left cross values using'.split(' ')]);

/** Parts split at words of their own level. */
function splitAt(parts: readonly Part[], ...words: string[]): Part[][] {
  const found: Part[][] = [[]];
  for (const part of parts)
    if (typeof part === 'string' && words.includes(part)) found.push([]);
    else found.at(-1)?.push(part);
  return found;
}

function sourcesOf(parts: readonly Part[]): Scope {
  const scope = new Map<string, string>();
  const first = parts.findIndex(part => part === 'from' || part === 'update' || part === 'into');
  const rest = first < 0 ? [] : parts.slice(first + 1);
  const end = rest.findIndex(part => typeof part === 'string' && AFTER_SOURCES.has(part));
  for (const source of splitAt(end < 0 ? rest : rest.slice(0, end), ',', 'join')) {
    const [table, ...more] = source.filter(part => part !== 'as');
    const alias = typeof more[0] === 'string' && !NO_ALIAS.has(more[0]) ? more[0] : table;
    if (typeof table === 'string' && typeof alias === 'string' && isSharded(table))
      scope.set(alias, table);
  }
  return scope;
}

const isQuery = (part: Part): boolean =>
  Array.isArray(part) && (part[0] === 'select' || part[0] === MARK);

/** Conditions all of which must hold. */
function conjunctsOf(parts: readonly Part[]): Part[][] {
  const pieces = splitAt(parts, 'and');
  if (pieces.length > 1) return pieces.flatMap(conjunctsOf);
  const [only] = parts;
  return parts.length === 1 && Array.isArray(only) && !isQuery(only)
    ? conjunctsOf(only)
    : [[...parts]];
}

function conditionsOf(parts: readonly Part[]): Part[][] {
  const clauses = splitAt(parts, 'where', 'on', 'group', 'order', 'limit', 'join', 'having');
  return clauses.flatMap(clause => (clause.includes('or') ? [] : conjunctsOf(clause)));
}

/** Joins between sharded tables by other columns alone, without the mark. */
export function findBreaches(sql: string): string[] {
  const breaches: string[] = [];
  /** `left`: the columns before `in` of a query after it. */
  function check(parts: readonly Part[], outer: readonly Scope[], left: readonly Part[]): void {
    for (const query of splitAt(parts, 'union'))
      checkQuery(query[0] === 'all' ? query.slice(1) : query, outer, left);
  }
  function checkQuery(parts: readonly Part[], outer: readonly Scope[], left: readonly Part[]) {
    const scope = sourcesOf(parts);
    const scopes = scope.size > 0 ? [scope, ...outer] : outer;
    const projectOf = (part: Part | undefined): string | null => {
      const [name, column] = typeof part === 'string' ? part.split('.') : [];
      if (name === 'project_id' && scope.size === 1) return `0 ${[...scope.keys()][0]}`;
      const at = scopes.findIndex(each => each.has(name ?? ''));
      return column === 'project_id' && at >= 0 ? `${at} ${name}` : null;
    };
    // Of each table or alias, the one that stands for all with the same project.
    const same = new Map<string, string>();
    const rootOf = (name: string): string => {
      const next = same.get(name);
      return next === undefined ? name : rootOf(next);
    };
    for (const [left, equals, right, ...more] of conditionsOf(parts)) {
      const [one, other] = [projectOf(left), projectOf(right)];
      if (equals !== '=' || more.length > 0 || one === null || other === null) continue;
      const [a, b] = [rootOf(one), rootOf(other)];
      if (a !== b) same.set(a, b);
    }
    const selected = splitAt(splitAt(parts.slice(1), 'from')[0] ?? [], ',');
    for (const [at, [column]] of splitAt(left, ',').entries()) {
      const [name, member] = typeof column === 'string' ? column.split('.') : [];
      const above = outer.findIndex(each => each.has(name ?? ''));
      const one = projectOf(selected[at]?.[0]);
      if (one === null || member !== 'project_id' || above < 0) continue;
      same.set(rootOf(`${above + scopes.length - outer.length} ${name}`), rootOf(one));
    }
    const own = new Set([...scope.keys()].map(name => rootOf(`0 ${name}`)));
    const outside = new Set(
      scopes.flatMap((each, at) =>
        each === scope ? [] : [...each.keys()].map(name => rootOf(`${at} ${name}`)),
      ),
    );
    const isJoined =
      own.size < 2 && (outside.size === 0 || [...own].every(one => outside.has(one)));
    if (scope.size > 0 && !isJoined && parts[0] !== MARK)
      breaches.push([...scope.values(), ...outer.flatMap(each => [...each.values()])].join(', '));
    const descend = (part: Part, at: number, list: readonly Part[]): void => {
      if (!Array.isArray(part)) return;
      const before = list[at - 1] === 'in' ? list[at - 2] : undefined;
      if (isQuery(part)) check(part, scopes, Array.isArray(before) ? before : []);
      else part.forEach(descend);
    };
    parts.forEach(descend);
  }
  check(partsOf(sql), [], []);
  return breaches;
}

/** The engine, which refuses statements that break the rule of shards.ts. */
export function withShardRule(
  engine: Engine,
  onStatement?: (statement: CompiledQuery) => void,
): Engine {
  const compiler = new PostgresQueryCompiler();
  const checked = new Set<string>();
  const plugin: Parameters<Engine['db']['withPlugin']>[0] = {
    transformQuery({ node, queryId }) {
      const statement = compiler.compileQuery(node, queryId);
      const { sql } = statement;
      onStatement?.(statement);
      if (!checked.has(sql)) {
        const breaches = findBreaches(sql);
        if (breaches.length > 0)
          throw new Error(`Joins ${breaches.join('; ')} without their projects: ${sql}`);
        checked.add(sql);
      }
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  return {
    ...engine,
    db: engine.db.withPlugin(plugin),
    reading: work => engine.reading(db => work(db.withPlugin(plugin))),
  };
}
