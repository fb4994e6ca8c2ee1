import type { Assignable } from '@tallyboard/core/model/edit.ts';
import type { Flavour } from '../flavour.ts';
import type { WireUser } from '../wire/issue.ts';
import type { Pool } from './pool.ts';

/** Null for nobody, and for users without the name by which the host assigns. */
export function normalizeAssignable(
  flavour: Flavour,
  wire: WireUser | null | undefined,
  pool: Pool,
): Assignable | null {
  const user = pool.user(wire);
  const login = flavour === 'cloud' ? wire?.accountId : wire?.name;
  return user && login ? { user, login } : null;
}
