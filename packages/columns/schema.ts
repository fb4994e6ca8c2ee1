/** Version of the columns, in the schema's metadata. */
export const FORMAT = 'tallyboard issues 1';

/** Keys of the schema's metadata. */
export const META = { format: 'tallyboard.format' } as const;
