import { inTrace, type TraceHeaders } from './tracing.ts';

/** What a `ProcessPool` sends. */
interface CallMessage<Call> {
  readonly call: Call;
  readonly trace: TraceHeaders | undefined;
}

export type Reply =
  /** It is ready for calls: the time of a call counts from then. */
  | { readonly kind: 'open' }
  /** The answer to a call. */
  | { readonly kind: 'value'; readonly value: unknown }
  /** The caller is told so. */
  | { readonly kind: 'refused'; readonly refusal: unknown }
  | {
      readonly kind: 'failed';
      readonly message: string;
      readonly code: unknown;
      /** `open` failed, whatever the call. */
      readonly isOpening: boolean;
    };

interface Answering<Opening, Context, Call> {
  /** Before the first call; again after a failure. */
  readonly open: (opening: Opening) => Promise<Context> | Context;
  readonly answer: (context: Context, call: Call) => Promise<unknown>;
  /** What a `ProcessPool` makes an error of; null for a failure. */
  readonly refusalOf?: (error: unknown, call: Call) => unknown;
}

/** Answers the calls of the `ProcessPool` that started this process. */
export function answerCalls<Opening, Context, Call>(of: Answering<Opening, Context, Call>): void {
  let context: Promise<Context> | null = null;
  const reply = async (opened: Promise<Context>, call: Call): Promise<Reply> => {
    let isOpening = true;
    try {
      const context = await opened;
      isOpening = false;
      return { kind: 'value', value: await of.answer(context, call) };
    } catch (error) {
      const refusal = of.refusalOf?.(error, call) ?? null;
      if (refusal !== null) return { kind: 'refused', refusal };
      const { message, code } = error as { message?: unknown; code?: unknown };
      return { kind: 'failed', message: String(message), code, isOpening };
    }
  };
  process.once('message', (opening: Opening) => {
    const open = () => {
      context ??= Promise.resolve(opening)
        .then(of.open)
        .then(opened => {
          send({ kind: 'open' });
          return opened;
        })
        .catch(error => {
          context = null;
          throw error;
        });
      return context;
    };
    // Ahead of the first call, which reports a failure.
    open().catch(() => {});
    process.on('message', async ({ call, trace }: CallMessage<Call>) =>
      send(await inTrace(trace, () => reply(open(), call))),
    );
  });
  process.on('disconnect', () => process.exit());
  // The parent ends this process.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => {});
}

function send(message: Reply): void {
  process.send?.(message, (error: Error | null) => {
    if (error) process.exit();
  });
}
