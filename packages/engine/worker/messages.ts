import type { HttpReply, HttpRequest } from '@tallyboard/jira/http.ts';
import type { Args, Method } from '../calls.ts';
import type { Failure } from '../failure.ts';

export type ToWorker =
  | {
      readonly kind: 'call';
      readonly id: number;
      readonly method: Method;
      readonly args: Args<Method>;
    }
  | { readonly kind: 'cancel'; readonly id: number }
  /** The frame is closed: it receives nothing any more. */
  | { readonly kind: 'leave' }
  | { readonly kind: 'reply'; readonly request: number; readonly reply: HttpReply }
  | { readonly kind: 'no-reply'; readonly request: number; readonly message: string };

export type FromWorker =
  | { readonly kind: 'done'; readonly id: number; readonly value: unknown }
  | { readonly kind: 'failed'; readonly id: number; readonly failure: Failure }
  | { readonly kind: 'progress'; readonly id: number; readonly percent: number }
  | { readonly kind: 'request'; readonly request: number; readonly http: HttpRequest }
  | { readonly kind: 'abort'; readonly request: number };
