import type { MirrorState } from '../data/mirror.ts';
import { type Api, type Call, presentOf } from './api.ts';

/** `/replica/mirror`: what is mirrored and as of when, null if nothing is. */
export function mirror(api: Api): void {
  api.root.get('/replica/mirror', async call => {
    call.reply.header('Cache-Control', 'no-store');
    return { mirror: call.mirror && (await shapeMirror(call, call.mirror)) };
  });
}

async function shapeMirror(call: Call, state: MirrorState) {
  return {
    site: state.site,
    jql: state.jql,
    asOf: state.asOfMs,
    present: presentOf(state, call.clock()),
    issues: await call.store.issues.count(),
    expected: state.expected,
    trouble: state.trouble && { at: state.trouble.atMs, text: state.trouble.text },
  };
}
