import type { Routable, Route } from './api.ts';

type Handler = Route['handler'];

/** The handler of a path, and its parameters. */
export interface RouteMatch {
  readonly handler: Handler;
  readonly params: Readonly<Record<string, string>>;
}

/** Routes by the parts of their paths. */
interface Node {
  readonly named: Map<string, Node>;
  /** The next part is a parameter. */
  any: Node | null;
  readonly handlers: Map<Route['method'], { readonly handler: Handler; readonly names: string[] }>;
}

const newNode = (): Node => ({ named: new Map(), any: null, handlers: new Map() });

/** Routes of calls in this process. Parts of a path that are written out come before parameters, as in Fastify. */
export class RouteTable implements Routable {
  readonly #root = newNode();

  route({ method, url, handler }: Route): void {
    const names: string[] = [];
    let node = this.#root;
    for (const part of url.split('/')) {
      if (part.startsWith(':')) {
        names.push(part.slice(1));
        node.any ??= newNode();
        node = node.any;
        continue;
      }
      const next = node.named.get(part) ?? newNode();
      node.named.set(part, next);
      node = next;
    }
    node.handlers.set(method, { handler, names });
  }

  /** Null for a path without a route. Throws a URIError for one that cannot be decoded. */
  find(method: Route['method'], path: string): RouteMatch | null {
    const parts = path.split('/').map(decodeURIComponent);
    const values: string[] = [];
    const at = (node: Node, index: number): RouteMatch | null => {
      const part = parts[index];
      if (part === undefined) {
        const found = node.handlers.get(method);
        if (!found) return null;
        const { handler, names } = found;
        const params = Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
        return { handler, params };
      }
      const next = node.named.get(part);
      const match = next ? at(next, index + 1) : null;
      if (match !== null || node.any === null || part === '') return match;
      values.push(part);
      const byParameter = at(node.any, index + 1);
      values.pop();
      return byParameter;
    };
    return at(this.#root, 0);
  }
}
