/** The version of the contract; another number means that a member or its meaning changed. */
export const contractVersion = 1;
