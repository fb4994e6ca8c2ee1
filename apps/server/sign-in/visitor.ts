/** Whom a request comes from, as far as this server knows. */
export interface Visitor {
  readonly account: string;
  /** As people are shown it. */
  readonly name: string;
  /** False where nobody has to sign in. */
  readonly signedIn: boolean;
}

/** Where nobody signs in, whoever sits at the machine. */
export const localVisitor: Visitor = { account: 'local', name: 'Local user', signedIn: false };

declare module 'fastify' {
  interface FastifyRequest {
    /** Null before sign-in, and where this server has no guard. */
    visitor: Visitor | null;
    /** What the visitor's browser holds; null without one. */
    visitorSecret: string | null;
  }
}
