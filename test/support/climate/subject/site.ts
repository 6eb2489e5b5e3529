export const SITE_NAME = "Climate Minds";
export const NEWSWIRE = "Climate Newswire";
