/** The part of the provider that tests use; the package brings no types. */
declare module 'oidc-provider' {
  import type { IncomingMessage, ServerResponse } from 'node:http';

  interface Grant {
    addOIDCScope(scope: string): void;
    save(): Promise<string>;
  }

  export class Provider {
    constructor(issuer: string, settings: Readonly<Record<string, unknown>>);
    readonly Grant: new (owner: {
      accountId: string;
      clientId: string;
    }) => Grant;
    callback(): (request: IncomingMessage, reply: ServerResponse) => void;
    interactionDetails(
      request: IncomingMessage,
      reply: ServerResponse,
    ): Promise<{ params: { client_id: string } }>;
    interactionFinished(
      request: IncomingMessage,
      reply: ServerResponse,
      result: Readonly<Record<string, unknown>>,
      settings?: { mergeWithLastSubmission: boolean },
    ): Promise<void>;
  }
}
