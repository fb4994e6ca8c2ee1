export interface Visitor {
  readonly account: string;
  /** Display name. */
  readonly name: string;
  /** False on a server without sign-in. */
  readonly signedIn: boolean;
}

/** The visitor of a server without sign-in. */
export const localVisitor: Visitor = { account: 'local', name: 'Local user', signedIn: false };

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before sign-in, and without a guard. */
    visitor: Visitor | null;
    /** Value of the session cookie. */
    visitorSecret: string | null;
  }
}
