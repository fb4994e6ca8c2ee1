import { type Api, readBody } from '../api.ts';
import { readBoundedJql } from './search-jql.ts';

export function approximateCount(api: Api): void {
  api.platform.post(
    '/search/approximate-count',
    async call => {
      const jql = await readBoundedJql(call, readBody(call, ['jql']).jql);
      return { count: await call.store.jql.count({ jql, viewer: call.caller, now: call.now() }) };
    },
    { anonymous: { count: 0 } },
  );
}
