/** The two families of hosts. They differ in paths, paging, user ids and some value shapes. */
export type Flavour = 'cloud' | 'data-center';
