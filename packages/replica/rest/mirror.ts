import type { MirrorState } from '../data/mirror.ts';
import { type Api, type Call, presentOf } from './api.ts';

/** `/replica/mirror`: what is mirrored and as of when, null if nothing is. */
export function mirror(api: Api): void {
  api.root.get('/replica/mirror', async call => {
    call.reply.header('Cache-Control', 'no-store');
    const state = call.mirror;
    return { mirror: state && (await shapeMirror(call, state, await api.store.issues.count())) };
  });
}

async function shapeMirror(call: Call, state: MirrorState, total: number) {
  const { why } = call;
  const issues = await call.store.issues.count();
  const trouble = why === null ? state.trouble : { atMs: call.clock(), text: why };
  return {
    site: state.site,
    jql: state.jql,
    asOf: state.asOfMs,
    present: presentOf(state, call.clock()),
    issues,
    // Of the whole mirror: counts by query would tell what hidden issues are like.
    hidden: why === null ? total - issues : 0,
    expected: state.expected,
    trouble: trouble && { at: trouble.atMs, text: trouble.text },
  };
}
