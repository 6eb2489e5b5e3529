export const PROGRAM = "climate-minds";
export const PREFIX = "climate";
export const DATABASE_FILE = "climate.db";
