export const ROLES = ["Professor of", "Observer of"];
export const FIELDS = ["glaciology", "oceanography"];
export const MEANS = ["a buoy", "a satellite"];
export const TARGETS = ["sea ice", "cloud cover"];
export const SUBJECTS = ["the Arctic", "the tropics"];
