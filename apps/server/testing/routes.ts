import type { Server } from '../server.ts';

const METHODS: readonly string[] = ['GET', 'POST', 'PUT', 'DELETE'];

/** Method and path of every route of a server that is ready. */
export const routesOf = ({ app }: Pick<Server, 'app'>): readonly (readonly [string, string])[] =>
  app.calls
    .filter(({ method }) => METHODS.includes(method))
    .map(({ method, path }) => [method, path]);

/** An address of a route. */
export const addressOf = (path: string): string =>
  path
    .replace(/:file\(.*\)/, 'none.js')
    .replace(/:\w+(\([^/]*\))?/g, '1')
    .replace('*', 'none');
