/**
 * Version of the columns, in the schema's metadata. Needs a migration when it rises, and so does a change of how loaders read
 * JSON: migrations make stored segments stale.
 */
export const FORMAT = 'tallyboard issues 1';

/** Keys of the schema's metadata. */
export const META = { format: 'tallyboard.format' } as const;
