import type { Server } from '../server.ts';

/** Method and path of every route that the server has. */
export function routesOf({ app }: Server): readonly (readonly [string, string])[] {
  const parents: string[] = [];
  return app
    .printRoutes({ commonPrefix: false })
    .split('\n')
    .flatMap(line => {
      const found = /^(.*?[├└]── )(\S+)(?: \((.+)\))?$/.exec(line);
      if (!found) return [];
      const [, lead = '', part = '', methods = ''] = found;
      const depth = lead.length / 4 - 1;
      const path = `${parents[depth - 1] ?? ''}${part}`;
      parents.length = depth;
      parents[depth] = path;
      return methods
        .split(', ')
        .filter(method => ['GET', 'POST', 'PUT', 'DELETE'].includes(method))
        .map(method => [method, path] as const);
    });
}
